/** The forms of the Consent header (Verification scheme and consent). The MPIN form is described, not quoted: the word, a blank, the value. */
export const consentHeader = {
  none: 'NONE',
  otp: (otp: string, state: string): string => `OTP ${otp} ${state}`,
  otpAndMpin: (otp: string, state: string, mpin: string): string => `OTP ${otp} ${state},MPIN ${mpin}`,
} as const;
