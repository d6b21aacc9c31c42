import type { ClauseId } from './clauses.ts';
import { actuatorOperations } from './operational.ts';

/**
 * Clauses that no answer can break alone. A served request shows what a clause says of that request. A general clause is shown by the
 * clauses that say the same of single operations.
 */
const clausesShowingIt: Partial<Record<ClauseId, readonly ClauseId[]>> = {
  'OVERVIEW-USER-TYPES': ['OP1-SERVED', 'OP4-SERVED'],
  'OVERVIEW-TAG-USED-LATER': ['OP5-SERVED', 'OP6-SERVED'],
  'OVERVIEW-BENEFICIARIES': ['OP7-LISTED-AS-SENT', 'OP13-ACTIVATES'],
  'OVERVIEW-TRANSFER': ['OP9-SERVED', 'OP10-SERVED', 'OP11-SERVED'],
  'OVERVIEW-BALANCES': ['OP14-SERVED', 'OP15-SERVED'],
  'OVERVIEW-EKYC': ['OP16-SERVED', 'CALLBACK-SENT'],
  'OP3-STATE-IN-CONSENT': ['OP4-SERVED'],
  'OP10-COMPLETED-IS-ACCEPTED': ['OP11-SERVED'],
  'OP10-PENDING-IS-PROCESSING': ['OP10-RESULT-STATUS-VALUES'],
  'OP11-PENDING-IS-PROCESSING': ['OP11-RESULT-STATUS-VALUES'],
  'OP11-COMPLETED-IS-DONE': ['OP11-FINAL-STATUS-KEPT', 'OP14-DEBITED'],
  'OP11-FAILED-IS-FAILED': ['OP11-FINAL-STATUS-KEPT'],
  'CONSENT-SCHEME': ['OP6-SERVED', 'OP7-SERVED', 'OP9-SERVED'],
  'CONSENT-OTP-FORM': ['OP4-SERVED'],
  'OP6-SESSIONS-USABLE': ['OP9-SERVED', 'OP14-SERVED'],
  'ENDPOINTS-TAG-IDS': ['OP5-SERVED', 'OP6-SERVED'],
  'TOKEN-REQUEST-FORM': ['TOKEN-SERVED'],
  'TOKEN-REQUEST-BASIC': ['TOKEN-SERVED'],
  'AUTH-REQUEST-TIME': ['AUTH-TOKEN-ACCEPTED'],
  'AUTH-CONSENT-HEADER': ['OP4-SERVED', 'OP6-SERVED', 'OP7-SERVED', 'OP9-SERVED'],
  'AUTH-CONTENT-TYPE': ['OP3-SERVED', 'OP7-SERVED', 'OP9-SERVED', 'OP13-SERVED', 'OP16-SERVED'],
  'HTTP-200': ['OP2-SERVED'],
  'HTTP-401': ['AUTH-401'],
  'HTTP-403': ['AUTH-403'],
  'CODE-4001': ['AUTH-403'],
  'CODE-2000': ['OP2-SERVED', 'OP2-RESULT'],
  'LIMIT-REPORTED': ['OP6-RESULT-LIMIT-LEFT', 'OP14-RESULT-LIMITS', 'OP14-RESULT-COUNTERS'],
  'VERSION-PATHS': ['OP1-SERVED', 'OP9-SERVED'],
  'OVERVIEW-OPERATIONAL': ['ACTUATOR-HEALTH', 'SERVICE-SERVED'],
  'ACTUATOR-STATUSES': actuatorOperations.map(({ clause }) => clause),
  'ACTUATOR-LOGGERS-NAME-ANY-TYPE': ['ACTUATOR-LOGGERS-NAME-POST'],
  'SERVICE-NAME': ['SERVICE-SERVED'],
  'ORDER-TYPICAL': [
    'TOKEN-SERVED',
    'OP1-SERVED',
    'OP3-SERVED',
    'OP4-SERVED',
    'OP5-SERVED',
    'OP6-SERVED',
    'OP7-SERVED',
    'OP13-SERVED',
    'OP8-SERVED',
    'OP9-SERVED',
    'OP10-SERVED',
    'OP11-SERVED',
  ],
};

/** Path, query, header and payload rows of an operation: a served documented call shows them. */
const requestRow = /^(OP\d+)-(PATH|QUERY|PAYLOAD|CONSENT|NO-PAYLOAD)(-|$)/;

/** Another way to make the call, which the documented call does not show. */
const otherWays: readonly string[] = ['OP4-CONSENT-NONE', 'OP9-QUERY-FORM'] satisfies ClauseId[];

/** The clauses that show another clause to be kept; empty for a clause that needs its own check. */
export function clausesShowing(id: string): readonly string[] {
  const operation = requestRow.exec(id)?.[1];
  if (operation !== undefined && !otherWays.includes(id)) return [`${operation}-SERVED`];
  return Object.entries(clausesShowingIt).find(([clause]) => clause === id)?.[1] ?? [];
}
