const statuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** A gateway may have answered in place of the service (reading 6). */
export const isGatewayStatus = (status: number): boolean => statuses.has(status);
