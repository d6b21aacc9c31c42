const statuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** A gateway in between may have answered, and not the service (reading 6). */
export const isGatewayStatus = (status: number): boolean => statuses.has(status);
