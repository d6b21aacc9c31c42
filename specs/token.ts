interface TokenEndpoint {
  readonly method: 'POST';
  /** Relative to `{auth_url}`. */
  readonly path: string;
  readonly mediaType: string;
  /** In the order of the document. */
  readonly fields: readonly string[];
  readonly grantType: string;
  /** Scheme of the `Authorization` header that carries `client_id:client_password`. */
  readonly clientScheme: 'Basic';
  /** File names in `schemas/`, without `.schema.json`. */
  readonly payload: string;
  readonly result: string;
}

/** UAT and PROD have the same token endpoint at different addresses. */
export const tokenEndpoint = {
  method: 'POST',
  path: '/authserver/oauth/token',
  mediaType: 'application/x-www-form-urlencoded',
  fields: ['username', 'password', 'grant_type'],
  grantType: 'password',
  clientScheme: 'Basic',
  payload: 'token-request',
  result: 'token-answer',
} as const satisfies TokenEndpoint;
