/** How long to wait, of DMT_TIMEOUT_MS, for what is unlikely to come. */
export const shortTimeoutMs = (timeoutMs: number): number => timeoutMs / 20;
