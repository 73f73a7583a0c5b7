import type { OrderDetails } from 'shared/api/orderDetails';
import { folderCalls } from 'shared/api/folderCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { orderPath } from 'shared/format/orderIdCode';
import type { FolderName } from 'shared/rules/folders';
import { expect, type Page } from '@playwright/test';
import type { Desk } from '../startDesk.ts';
import { memberOf } from './callApi.ts';
import { haveSession, type staff } from './staffPages.ts';

/** The order as the API currently returns it. */
export async function readOrder(desk: Desk, orderId: string): Promise<OrderDetails> {
  const admin = await memberOf(desk, 'Admin');
  return (await admin(orderCalls.details, { orderId })).data;
}

/** The first order in a folder's list that meets a condition. Rejects if the demo has none. */
export async function orderThat(
  desk: Desk,
  orderName: FolderName,
  has: (order: OrderDetails) => boolean = () => true,
): Promise<OrderDetails> {
  const admin = await memberOf(desk, 'Admin');
  const { data: rows } = await admin(folderCalls.list, { orderName, limit: 'all' });
  for (const { order_id: orderId } of rows) {
    const { data: order } = await admin(orderCalls.details, { orderId });
    if (has(order)) return order;
  }
  throw new Error(`No order of ${orderName} has what this journey needs`);
}

/** Whether the order has emails, family members and imported goods. */
export const hasEverySection = ({ mailHistory, familyMember, importingGoods }: OrderDetails) =>
  [mailHistory, familyMember, importingGoods].every((list) => list.length > 0);

/** Signs in at an order's URL, and waits until the whole order is shown. */
export async function openOrderAs(page: Page, desk: Desk, role: keyof typeof staff, orderId: string) {
  await haveSession(page, desk, role);
  await page.goto(desk.staff + orderPath(orderId));
  await expectOrder(page, orderId);
}

/** Waits for the whole order, beyond the part that is known from a list. */
export async function expectOrder(page: Page, orderId: string) {
  await expect(page.getByRole('heading', { level: 1 })).toContainText(orderId);
  await expect(commentsOf(page)).toBeVisible();
}

/** The sticky heading of an order's page. */
export const headOf = (page: Page) => page.getByRole('main').locator('header').filter({ visible: true });

export const statusOf = (page: Page, label: string) => headOf(page).getByText(label, { exact: true });

export const movesOf = (page: Page) => page.getByRole('toolbar', { name: 'Move this order' });

/** The button that moves an order to Awaiting Customer or Contact Customer without a question. */
export const withoutQuestion = (page: Page) => page.getByRole('button', { name: 'Move without a question' });

export const remarkOf = (page: Page) => page.getByRole('textbox', { name: /Add Comment Below/ });

export const commentsOf = (page: Page) => page.getByRole('region', { name: 'Comment History' });

export const emailsOf = (page: Page) => page.getByRole('region', { name: 'Email History' });
