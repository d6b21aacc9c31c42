/** The target took no notice of the request, which came too often. */
export const tooManyRequests = 429;

export const serviceUnavailable = 503;

const statuses: ReadonlySet<number> = new Set([tooManyRequests, 502, serviceUnavailable, 504]);

/** A gateway may have answered in place of the service (reading 6). */
export const isGatewayStatus = (status: number): boolean => statuses.has(status);

/** The target or a gateway is in trouble, and the call may succeed later. */
export const isTroubleStatus = (status: number): boolean => isGatewayStatus(status) || status >= 500;
