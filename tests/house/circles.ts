/** Groups of files that import each other in a circle, by Tarjan's way of strongly connected components. */
export function circlesIn(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const lower = (file: string, to: number | undefined): void => void low.set(file, Math.min(low.get(file) ?? 0, to ?? 0));

  const close = (file: string): void => {
    const circle = stack.splice(stack.lastIndexOf(file));
    if (circle.length > 1 || imports.get(file)?.includes(file) === true) circles.push(circle);
  };
  const visit = (file: string): void => {
    index.set(file, index.size);
    low.set(file, index.size - 1);
    stack.push(file);
    for (const next of imports.get(file) ?? []) {
      if (!index.has(next)) {
        visit(next);
        lower(file, low.get(next));
      } else if (stack.includes(next)) lower(file, index.get(next));
    }
    if (low.get(file) === index.get(file)) close(file);
  };
  for (const file of imports.keys()) if (!index.has(file)) visit(file);
  return circles;
}
