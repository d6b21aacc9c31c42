/** Null, or what a person reads about why nothing happened. */
export interface Acted {
  readonly problem: string | null;
}

export const acted = (problem: string | null): Acted => ({ problem });
