export const API_CODES = {
  success: 2000,
  systemFailure: 4000,
  notAuthorized: 4001,
  notFound: 4040,
  validationFailed: 4160,
  wrongOtpOrMpin: 4170,
} as const;

export type ErrorCode = Exclude<(typeof API_CODES)[keyof typeof API_CODES], typeof API_CODES.success>;
