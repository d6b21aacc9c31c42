/** What the program uses and Node 20 lacks. Loaded before everything else; a newer Node keeps its own. */
function addMissing(builtin: object, functions: Readonly<Record<string, (...parameters: never[]) => unknown>>): void {
  for (const [name, value] of Object.entries(functions))
    if (!(name in builtin)) Object.defineProperty(builtin, name, { value, writable: true, configurable: true });
}

function groupIntoMap<Key, Item>(items: Iterable<Item>, keyOf: (item: Item, index: number) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Without a prototype, as the language says. */
const groupIntoObject = <Item>(items: Iterable<Item>, keyOf: (item: Item, index: number) => PropertyKey): Record<PropertyKey, Item[]> =>
  Object.assign(Object.create(null) as object, Object.fromEntries(groupIntoMap(items, keyOf)));

function withResolvers(): object {
  const parts = {};
  const promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return Object.assign(parts, { promise });
}

export function addWhatOlderNodeLacks(map: object = Map, object: object = Object, promise: object = Promise): void {
  addMissing(map, { groupBy: groupIntoMap });
  addMissing(object, { groupBy: groupIntoObject });
  addMissing(promise, { withResolvers });
}
