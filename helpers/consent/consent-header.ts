/** The forms of the Consent header (Verification scheme and consent). */
export const consentHeader = {
  none: 'NONE',
  otp: (otp: string, state: string): string => `OTP ${otp} ${state}`,
  otpAndMpin: (otp: string, state: string, mpin: string): string => `OTP ${otp} ${state},MPIN ${mpin}`,
} as const;

/** The MPIN form is described, not quoted: the word and the value. How they and the comma are set apart is tried in this order (reading 14). */
export const mpinForms = [
  consentHeader.otpAndMpin,
  (otp: string, state: string, mpin: string): string => `OTP ${otp} ${state}, MPIN ${mpin}`,
] as const;
