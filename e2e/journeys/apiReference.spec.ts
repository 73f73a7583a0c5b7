import { expect, test } from '../journey.ts';
import { signIn } from '../pages/staffPages.ts';

test('a member finds a call in the API reference, and tries it with their own session', async ({ page, desk }) => {
  await signIn(page, desk, 'Team');
  await page.goto(`${desk.staff}/api/docs`);
  await page.getByPlaceholder('Filter by tag or path').fill('user_info');
  const calls = page.locator('.opblock');
  await expect(calls).toHaveCount(1);
  await calls.getByRole('button', { name: /The signed-in member/ }).click();
  await calls.getByRole('button', { name: 'Try it out' }).click();
  await calls.getByRole('button', { name: 'Execute' }).click();
  await expect(calls.locator('.live-responses-table .response').first()).toContainText('Tia Team');

  // Content-Length shows that the build compressed the file: a response compressed per request lacks this header.
  const library = await page.request.get(`${desk.staff}/reference/swagger-ui-bundle.js`);
  expect(Number(library.headers()['content-length'])).toBeLessThan(500_000);
});
