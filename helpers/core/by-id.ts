export const byId = <One extends { readonly id: string }>(list: readonly One[]): Map<One['id'], One> =>
  new Map(list.map((one) => [one.id, one]));
