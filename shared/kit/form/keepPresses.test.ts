import { keepPresses } from './keepPresses.ts';

const formWith = (attribute: string, names = ['email', 'password']) =>
  `<form ${attribute} method="dialog">${names.map((name) => `<input name="${name}">`).join('')}<button type="submit">Go</button></form>`;
const button = () => document.querySelector('button')!;
const sent: string[] = [];
const settled = () => new Promise((done) => setTimeout(done, 20));

/** What takes the first form's place, and says so when it is submitted. */
function takeOver(markup = formWith('id="react"')) {
  document.body.innerHTML = `<div id="root">${markup}</div>`;
  document.querySelector('form')!.addEventListener('submit', (event) => {
    event.preventDefault();
    sent.push((event.target as HTMLFormElement).id);
  });
}

beforeAll(keepPresses);
beforeEach(() => {
  sent.length = 0;
  document.body.innerHTML = `<div id="root">${formWith('data-first-paint=""')}</div>`;
  document.querySelector('form')!.addEventListener('submit', (event) => event.preventDefault());
});

test('a form that nobody has sent yet is not sent', async () => {
  takeOver();
  await settled();
  expect(sent).toEqual([]);
});

test('a press whose pointer comes up over the new form’s button is one', async () => {
  button().dispatchEvent(new Event('pointerdown', { bubbles: true }));
  takeOver();
  button().dispatchEvent(new Event('pointerup', { bubbles: true }));
  await settled();
  expect(sent).toEqual(['react']);
});

test('one that went down elsewhere, or comes up elsewhere, is none', async () => {
  takeOver();
  button().dispatchEvent(new Event('pointerdown', { bubbles: true }));
  button().dispatchEvent(new Event('pointerup', { bubbles: true }));
  await settled();
  expect(sent).toEqual([]);
});

test('what was sent before the scripts were there is sent by the form of the same fields that takes its place', async () => {
  button().click();
  takeOver(formWith('id="search"', ['term']));
  await settled();
  takeOver();
  await settled();
  expect(sent).toEqual(['react']);
});
