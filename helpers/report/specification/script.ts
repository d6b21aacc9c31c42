/** Filters the sentences. Without it, all of them are shown, and no controls. Our own text alone: the page has its hash. */
export const filterScript = `
const form = document.getElementById('filters');
const sentences = [...document.querySelectorAll('.sentences > li')].map((item) => ({ item, words: item.textContent.toLowerCase() }));
const groups = [...document.querySelectorAll('.section'), ...document.querySelectorAll('.chapter')];
function show() {
  const data = new FormData(form);
  const states = data.getAll('state');
  const wanted = data.get('words').toLowerCase().split(/\\s+/);
  let count = 0;
  for (const { item, words } of sentences) {
    const fits = (states.length === 0 || states.includes(item.className))
      && (!data.has('binding') || item.dataset.binding === 'yes') && wanted.every((word) => words.includes(word));
    item.hidden = !fits;
    if (fits) count += 1;
  }
  for (const group of groups) group.hidden = group.querySelector('.sentences > li:not([hidden])') === null;
  document.getElementById('shown').textContent = count === sentences.length
    ? 'All ' + count + ' sentences are shown.' : count + ' of ' + sentences.length + ' sentences are shown.';
}
function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target === null || target.closest('[hidden]') === null) return;
  form.reset();
  show();
  target.scrollIntoView();
}
form.addEventListener('input', show);
form.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('reset', () => setTimeout(show));
addEventListener('hashchange', reveal);
form.hidden = false;
show();
`;
