/** The forms of the Consent header (Verification scheme and consent). */
export const consentHeader = {
  none: 'NONE',
  otp: (otp: string, state: string): string => `OTP ${otp} ${state}`,
  otpAndMpin: (otp: string, state: string, mpin: string): string => `OTP ${otp} ${state},MPIN ${mpin}`,
} as const;

export type MpinForm = (otp: string, state: string, mpin: string) => string;

/**
 * The specification describes the MPIN form without an example: the word and the value. The suite tries these separators in order (reading
 * 14).
 */
export const mpinForms = [
  consentHeader.otpAndMpin,
  (otp, state, mpin) => `OTP ${otp} ${state}, MPIN ${mpin}`,
] as const satisfies readonly MpinForm[];
