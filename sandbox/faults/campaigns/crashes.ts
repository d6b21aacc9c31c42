import type { Fault } from '../../catalog.ts';
import { respondWith, on, type When } from '../../twists/twists.ts';
import { serverError } from '../../twists/responses.ts';
import { campaignTable, type CampaignRow, type Dimension } from './table.ts';

interface CrashRow extends Omit<CampaignRow, 'dimension'> {
  when: When;
}

export const crashTable = (dimension: Dimension, rows: readonly CrashRow[]): Fault[] =>
  campaignTable(
    rows.map(({ when, ...row }) => ({
      ...row,
      dimension,
      breaks: ['HTTP-NO-5XX'],
      twist: respondWith(
        (request) => request.agent !== undefined && on(...row.on)(request) && when(request),
        () => serverError,
      ),
    })),
  );
