/** The target took no notice of the request, which came too often. */
export const tooManyRequests = 429;

const statuses: ReadonlySet<number> = new Set([tooManyRequests, 502, 503, 504]);

/** A gateway may have answered in place of the service (reading 6). */
export const isGatewayStatus = (status: number): boolean => statuses.has(status);
