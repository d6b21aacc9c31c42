/** Hears what the run waits for, and until when at most (milliseconds since the epoch). Call the returned function when the wait ends. */
export type BeginWaiting = (what: string, until: number) => () => void;

export const unheardWaiting: BeginWaiting = () => () => undefined;
