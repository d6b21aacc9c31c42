/** An id of ours has these characters alone, so that none ends the text in the margin. */
const toMarginText = (run: string): string => run.replaceAll(/[^\w-]/g, '');

/** On A4, every page carries the run and its own number. */
export const pagedStyle = (run: string): string => `
@page { size: A4; margin: 12mm 14mm 16mm; @bottom-left { content: "run ${toMarginText(run)}"; font: 8pt ui-monospace, monospace; } @bottom-right { content: "page " counter(page) " of " counter(pages); font: 8pt system-ui, sans-serif; } }`;
