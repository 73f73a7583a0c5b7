import { typedBefore } from './typedBefore.ts';

afterEach(() => {
  document.body.innerHTML = '';
});

test('what was typed before the scripts were there is kept, and where', () => {
  document.body.innerHTML =
    '<div id="root"><form data-first-paint=""><input name="email"><input name="password"></form></div>';
  const [email, password] = document.querySelectorAll('input');
  email!.value = 'max@example.com';
  password!.focus();
  expect(typedBefore('email', 'password')).toMatchObject({
    values: { email: 'max@example.com', password: '' },
    focused: 'password',
  });
});

test('where no such form stands, nothing was', () => {
  expect(typedBefore('email')).toMatchObject({ values: { email: '' }, focused: null });
});

test('a form that React made is not one of them', () => {
  document.body.innerHTML = '<div id="root"><form><input name="email" value="customer@example.com"></form></div>';
  expect(typedBefore('email').values).toEqual({ email: '' });
});

test('what was selected is selected in the field that takes its place', () => {
  document.body.innerHTML = '<form data-first-paint=""><input name="orderId" value="100089"></form>';
  const input = () => document.querySelector('input')!;
  input().focus();
  input().setSelectionRange(0, 6);
  const before = typedBefore('orderId');
  document.body.innerHTML = '<form><input name="orderId" value="100089"></form>';
  input().focus();
  before.keepSelection();
  expect([input().selectionStart, input().selectionEnd]).toEqual([0, 6]);
});

test('a field that tells of no selection is left as it is', () => {
  document.body.innerHTML = '<form data-first-paint=""><input name="email" type="email"></form>';
  document.querySelector('input')!.focus();
  expect(typedBefore('email').keepSelection).not.toThrow();
});
