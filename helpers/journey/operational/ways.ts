import type { OperationalOperation } from '../../../specs/operational.ts';

/** One way to ask a row. The row must answer each with a status that it lists (reading 23). */
interface Way {
  /** In titles: `GET /actuator/health <fact>`. */
  readonly fact: string;
  /** With the optional body; names the same call without it. */
  readonly bare?: WayName;
  readonly token?: 'none';
  /** Names that do not exist: 404 is a regular answer. */
  readonly unknown?: true;
}

export type WayName =
  | 'without-body'
  | 'with-body'
  | 'without-token'
  | 'without-token-with-body'
  | 'unknown-name'
  | 'unknown-name-without-token';

export const ways: Readonly<Record<WayName, Way>> = {
  'without-body': { fact: 'answers with a listed status' },
  'with-body': { fact: 'answers a body with a listed status', bare: 'without-body' },
  'without-token': { fact: 'answers without a token with a listed status', token: 'none' },
  'without-token-with-body': { fact: 'answers a body without a token with a listed status', token: 'none', bare: 'without-token' },
  'unknown-name': { fact: 'answers an unknown name with a listed status', unknown: true },
  'unknown-name-without-token': {
    fact: 'answers an unknown name without a token with a listed status',
    token: 'none',
    unknown: true,
  },
};

const wayNames: readonly WayName[] = Object.keys(ways).filter((name): name is WayName => name in ways);

/** A write under an unknown name may create it. What reads its body also reads it without a token, so writes alone are asked so. */
function isAsked({ method, path }: OperationalOperation, name: WayName): boolean {
  if (ways[name].unknown === true) return method === 'GET' && path.includes('{');
  return method !== 'GET' || name !== 'without-token-with-body';
}

export const listWays = (operation: OperationalOperation): readonly WayName[] => wayNames.filter((name) => isAsked(operation, name));
