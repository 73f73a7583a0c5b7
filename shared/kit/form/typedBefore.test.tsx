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
  expect(typedBefore('email', 'password')).toEqual({
    values: { email: 'max@example.com', password: '' },
    focused: 'password',
  });
});

test('where no such form stands, nothing was', () => {
  expect(typedBefore('email')).toEqual({ values: { email: '' }, focused: null });
});

test('a form that React made is not one of them', () => {
  document.body.innerHTML = '<div id="root"><form><input name="email" value="customer@example.com"></form></div>';
  expect(typedBefore('email').values).toEqual({ email: '' });
});
