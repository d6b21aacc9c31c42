/** @import { AcceptView } from '../api.ts' */

/** An entry of the file of waivers, as it is filled in. @typedef {{ chosen: boolean, source: { clause?: unknown }, values: Record<string, string>, about: string }} Draft */
/** @typedef {{ waivers: Draft[], gaps: Draft[], clarifications: Draft[] }} Drafts */

export const entryFields = ['reason', 'owner', 'ticket', 'approver', 'expires'];
const answerFields = ['answer', 'date', 'by'];

/** @param {readonly { entry: Record<string, unknown>, about: string, isNew: boolean }[]} offered @param {string[]} fields @returns {Draft[]} */
const toDrafts = (offered, fields) =>
  offered.map(({ entry, about, isNew }) => {
    const values = Object.fromEntries(fields.map((field) => [field, String(entry[field] ?? '')]));
    return { chosen: !isNew, source: entry, values, about };
  });

/** @param {AcceptView} view @returns {Drafts} */
export const openDrafts = ({ waivers, gaps, clarifications }) => ({
  waivers: toDrafts(waivers, entryFields),
  gaps: toDrafts(gaps, entryFields),
  clarifications: toDrafts(clarifications, answerFields),
});

/** @param {Drafts} drafts */
export const toFile = (drafts) =>
  Object.fromEntries(
    Object.entries(drafts).map(([kind, each]) => [
      kind,
      each.filter((one) => one.chosen).map(({ source, values }) => ({ ...source, ...values })),
    ]),
  );

/** What a person still has to fill in. @param {Drafts} drafts */
export const findMissing = (drafts) =>
  Object.values(drafts).flatMap((each) =>
    each.flatMap(({ chosen, source, values }) => {
      const empty = Object.keys(values).filter((field) => values[field]?.trim() === '');
      return chosen && empty.length > 0 ? [`${source.clause}: fill in ${empty.join(', ')}`] : [];
    }),
  );
