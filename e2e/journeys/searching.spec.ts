/** A search in a list: typing, the URL, and the way back. */
import { expect, test } from '../journey.ts';
import { addressOf, openList, orderIds, rowOf, signIn } from '../pages/staffPages.ts';

test('typing searches a list, and Back leaves the search', async ({ page, desk, accessible }) => {
  // Given a member on the second page of Completed Orders
  await signIn(page, desk, 'Team');
  await openList(page, 'Completed Orders');
  await page.getByRole('button', { name: 'Go to page 2' }).click();
  await expect(page.getByText(/^11–20 of/)).toBeVisible();
  const [wanted] = await orderIds(page);
  const searches: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/admin/search-order')) searches.push(request.postDataJSON().searchVal);
  });

  // When they press / and type an order's id, letter by letter
  await page.keyboard.press('/');
  const box = page.getByRole('searchbox');
  await expect(box).toBeFocused();
  await box.pressSequentially(wanted!, { delay: 60 });

  // Then one search is sent after the last letter, and the URL contains the search, on page 1
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  expect(searches).toEqual([wanted]);
  expect(addressOf(page)).toEqual({ q: wanted });
  expect(await orderIds(page)).toEqual([wanted]);
  await expect(rowOf(page, wanted!)).toBeVisible();
  await accessible('a search with a hit');

  // When they open the order and come back
  await page.getByRole('link', { name: `View order ${wanted}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(wanted!);
  await page.goBack();

  // Then the search is unchanged, with the focus on that order
  await expect(page.getByRole('searchbox')).toHaveValue(wanted!);
  await expect(rowOf(page, wanted!).locator(':focus')).toHaveCount(1);
  expect(await orderIds(page)).toEqual([wanted]);

  // And Back once more leads to the page they came from
  await page.goBack();
  await expect(page.getByText(/^11–20 of/)).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('');
});

test('a link opens its search, which without hits repeats its words and can be cleared', async ({
  page,
  desk,
  accessible,
}) => {
  // Given a link with a search that finds nothing
  await signIn(page, desk, 'Team');
  await page.goto(`${desk.staff}/admin/order-history?q=no%25such_name`);

  // Then the page says so and repeats the search
  await expect(page.getByText('No records found')).toBeVisible();
  await expect(page.getByRole('main').getByText(/no%such_name/)).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('no%such_name');
  await accessible('a search without hits');

  // When they clear the search, all orders are listed again
  await page.getByRole('button', { name: 'Clear search' }).last().click();
  await expect(page.getByText(/^1–10 of/)).toBeVisible();
  expect(addressOf(page)).toEqual({});
});

test('an email is found in any case', async ({ page, desk }) => {
  // Given an order of the list
  await signIn(page, desk, 'Team');
  await openList(page, 'Completed Orders');
  const [orderId] = await orderIds(page);
  const email = await rowOf(page, orderId!).locator('[data-field=email]').innerText();

  // When they search for its email in capitals
  await page.getByRole('searchbox').fill(email.replace(/\s/g, '').toUpperCase());

  // Then the order is found
  await expect.poll(() => addressOf(page).q).toBeTruthy();
  await expect(page.getByText(/found$/)).toBeVisible();
  expect(await orderIds(page)).toContain(orderId);
});
