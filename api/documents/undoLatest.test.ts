import { eq, sql } from 'drizzle-orm';
import { documentCalls } from 'shared/api/documentCalls';
import { mailCalls } from 'shared/api/mailCalls';
import { orderCalls } from 'shared/api/orderCalls';
import type { MoveTarget } from 'shared/rules/orderStatus';
import type { Role } from 'shared/rules/permissions';
import { mails } from '../db/schema/mails.ts';
import { members } from '../db/schema/members.ts';
import { undoSnapshots } from '../db/schema/orderHistory.ts';
import { orders } from '../db/schema/orders.ts';
import { workBulkPortion } from '../orders/bulk/bulkJobs.ts';
import { addOrder } from '../testing/addOrder.ts';
import { onBothDrivers } from '../testing/onOneDriver.ts';
import { pdfOf } from '../testing/pdf/pdfOf.ts';

onBothDrivers(
  (api) => {
    const db = () => api().context.database.db;
    const add = (processStatus: 'Pending' | 'Refunds' | 'Completed' = 'Pending') => addOrder(api(), { processStatus });
    const statusOf = async (orderId: string) =>
      (await db().select().from(orders).where(eq(orders.orderId, orderId)))[0]!.processStatus;
    const move = async (orderId: string, updatingStatus: MoveTarget, as: Role = 'Team') =>
      (await api().callApi(orderCalls.move, { orderId, updatingStatus }, { as })).body.data.actionId!;
    const upload = async (orderId: string, as: Role = 'Team') => {
      const uploadVisaDoc = new File([pdfOf()], 'declaration.pdf', { type: 'application/pdf' });
      const input = { orderId, email: 'mere@example.com', mailServiceProvider: 'AWS', uploadVisaDoc } as const;
      return (await api().callApi(documentCalls.upload, input, { as })).body.data;
    };
    const press = async (as: Role = 'Team', idempotencyKey?: string) => {
      const { httpStatus, body } = await api().callApi(orderCalls.undoLatest, {}, { as, ...{ idempotencyKey } });
      return { httpStatus, message: body.message, data: body.data };
    };
    const runUntilEmpty = async () => {
      while (await workBulkPortion(db(), { refundMailProvider: 'AWS', log: api().context.log }));
    };
    const nothing = { httpStatus: 200, message: 'There is nothing to undo.', data: null };

    test('undoes the newest waiting mail with its document, then the one before, then the last actions', async () => {
      const [first, second] = [await add(), await add()];
      const older = await move(first, 'Awaiting');
      const newer = await move(second, 'Completed');
      const [one, two] = [await upload(first), await upload(second)];
      const withdrawn = 'The email was cancelled. Its document was withdrawn.';
      for (const { mailId, orderId } of [
        { mailId: two.mailId, orderId: second },
        { mailId: one.mailId, orderId: first },
      ]) {
        const { message, data } = await press();
        expect([message, data]).toEqual([
          withdrawn,
          { done: [], failed: [], actionId: null, undone: { mailId, orderId } },
        ]);
        const [mail] = await db().select().from(mails).where(eq(mails.id, mailId));
        expect(mail!.state).toBe('cancelled');
      }
      const details = await api().callApi(orderCalls.details, { orderId: second }, { as: 'Team' });
      expect(details.body.data.uploadDoc).toMatchObject([{ withdrawn_at: expect.any(String) }]);
      expect(await press()).toEqual({
        httpStatus: 200,
        message: `Undone. Order ${second} is back in Pending.`,
        data: { done: [second], failed: [], actionId: null, undone: { actionId: newer } },
      });
      expect((await press()).data).toMatchObject({ done: [first], undone: { actionId: older } });
      expect(await press()).toEqual(nothing);
      expect([await statusOf(first), await statusOf(second)]).toEqual(['Pending', 'Pending']);
    });

    test('with a document, also undoes the later move to Completed, but no action on another order', async () => {
      const [orderId, next] = [await add(), await add()];
      const { mailId } = await upload(orderId);
      const actionId = await move(orderId, 'Completed');
      await move(next, 'Awaiting');
      expect(await press()).toEqual({
        httpStatus: 200,
        message: `Undone. Order ${orderId} is back in Pending. The email was cancelled and its document was withdrawn.`,
        data: { done: [orderId], failed: [], actionId: null, undone: { actionId, mailId } },
      });
      expect([await statusOf(orderId), await statusOf(next)]).toEqual(['Pending', 'Awaiting']);
      expect((await press()).data).toMatchObject({ done: [next] });
      expect(await press()).toEqual(nothing);
    });

    test('with a document, keeps a move that others have built on, or that is not to Completed', async () => {
      const [changed, elsewhere] = [await add(), await add()];
      for (const orderId of [changed, elsewhere]) await upload(orderId);
      await move(changed, 'Completed');
      await move(changed, 'Contact Customer', 'Manager');
      await move(changed, 'Completed', 'Manager');
      await move(elsewhere, 'Awaiting');
      const withdrawn = 'The email was cancelled. Its document was withdrawn.';
      expect([(await press()).message, (await press()).message]).toEqual([withdrawn, withdrawn]);
      expect([await statusOf(changed), await statusOf(elsewhere)]).toEqual(['Completed', 'Awaiting']);
      while ((await press()).data !== null);
      while ((await press('Manager')).data !== null);
    });

    test('another member’s mail and actions are not undone', async () => {
      const orderId = await add();
      await move(orderId, 'Completed', 'Manager');
      await upload(orderId, 'Manager');
      expect(await press()).toEqual(nothing);
      expect(await statusOf(orderId)).toBe('Completed');
      for (const _ of [1, 2]) await press('Manager');
    });

    test('a retry after a lost response undoes nothing twice', async () => {
      const [first, second] = [await add(), await add()];
      await move(first, 'Awaiting');
      await move(second, 'Awaiting');
      const [lost, again] = [await press('Team', 'one press'), await press('Team', 'one press')];
      expect(again).toEqual(lost);
      expect([await statusOf(first), await statusOf(second)]).toEqual(['Awaiting', 'Pending']);
      await press();
    });

    test('an action with others’ later changes is reported once, then skipped', async () => {
      const [first, second] = [await add(), await add()];
      await move(first, 'Awaiting');
      const actionId = await move(second, 'Completed');
      await move(second, 'Contact Customer', 'Manager');
      const { httpStatus, message, data } = await press();
      expect([httpStatus, message]).toEqual([
        200,
        expect.stringMatching(`^Undo is no longer possible: Max Manager moved ${second} to Contact Customer`),
      ]);
      expect(data).toMatchObject({ done: [], failed: [{ orderId: second, by: 'Max Manager' }], undone: { actionId } });
      expect((await press()).data).toMatchObject({ done: [first] });
      await press('Manager');
    });

    test('a refund is undone with its waiting mail', async () => {
      const orderId = await add('Refunds');
      await api().callApi(orderCalls.completeRefund, { orderId }, { as: 'Team' });
      expect((await press()).message).toBe(`The email was cancelled. Order ${orderId} is back in Refunds.`);
      expect(await statusOf(orderId)).toBe('Refunds');
    });

    test('a refund whose mail was sent is reported once, and no earlier action on its order is undone', async () => {
      const [elsewhere, orderId] = [await add(), await add('Completed')];
      await move(elsewhere, 'Awaiting');
      await move(orderId, 'Refunds');
      const { mail } = (await api().callApi(orderCalls.completeRefund, { orderId }, { as: 'Team' })).body.data;
      await api().callApi(mailCalls.sendNow, { mailId: mail!.mailId }, { as: 'Team' });
      const refused = `The refund on ${orderId} can’t be undone once its email has been sent.`;
      const { httpStatus, message, data } = await press();
      expect([httpStatus, message]).toEqual([200, refused]);
      expect(data).toMatchObject({ done: [], failed: [{ orderId, message: refused }] });
      expect((await press()).message).toMatch(/^Undo is no longer possible: Tia Team refunded/);
      expect(await statusOf(orderId)).toBe('Completed Refunds');
      expect((await press()).data).toMatchObject({ done: [elsewhere] });
      expect(await press()).toEqual(nothing);
    });

    test('refunds of several orders are reported once, and none is undone', async () => {
      const orderId = [await add('Refunds'), await add('Refunds')];
      await api().callApi(orderCalls.completeRefund, { orderId }, { as: 'Team' });
      const { message, data } = await press();
      expect([message, data!.failed.length]).toEqual(['2 not undone: refund email can no longer be cancelled', 2]);
      expect(await press()).toEqual(nothing);
      expect(await Promise.all(orderId.map(statusOf))).toEqual(['Completed Refunds', 'Completed Refunds']);
    });

    test('a move is not undone if its order was refunded by a version that stored no snapshots of refunds', async () => {
      const orderId = await add('Completed');
      await move(orderId, 'Refunds');
      const { mail } = (await api().callApi(orderCalls.completeRefund, { orderId }, { as: 'Team' })).body.data;
      await api().callApi(mailCalls.sendNow, { mailId: mail!.mailId }, { as: 'Team' });
      await press();
      await db().delete(undoSnapshots).where(eq(undoSnapshots.processStatus, 'Refunds'));
      expect((await press()).message).toBe(`The refund on ${orderId} can’t be undone once its email has been sent.`);
      expect(await statusOf(orderId)).toBe('Completed Refunds');
    });

    test('after a refund was undone with its mail, Undo continues with the action before it', async () => {
      const orderId = await add('Completed');
      await move(orderId, 'Refunds');
      await api().callApi(orderCalls.completeRefund, { orderId }, { as: 'Team' });
      await press();
      expect((await press()).message).toBe(`Undone. Order ${orderId} is back in Completed.`);
      expect(await press()).toEqual(nothing);
    });

    test('a member without the right to the inverse action is refused, and the refusal names the roles that have it', async () => {
      const orderId = await add();
      const setRole = (role: Role) => db().update(members).set({ role }).where(eq(members.id, api().memberIds.Manager));
      await move(orderId, 'Deleted', 'Manager');
      await setRole('Team');
      expect(await press('Manager')).toMatchObject({
        httpStatus: 403,
        message: 'Only Admin and Manager can undo this now.',
      });
      await setRole('Manager');
      expect((await press('Manager')).data).toMatchObject({ done: [orderId] });
    });

    test('a running job is reported, and so is one that is being undone', async () => {
      const orderId = Array.from({ length: 501 }, (_, index) => String(700_000 + index));
      await db().execute(sql`
        insert into orders (order_id, process_status, first_name, last_name, full_name, email, processing_mode, declaration)
        select n::text, 'Pending', 'A', 'B', 'A B', 'a@example.com', 'standard', '{}' from generate_series(700000, 700500) n`);
      const began = await api().callApi(orderCalls.move, { orderId, updatingStatus: 'Awaiting' }, { as: 'Team' });
      expect(began.body.data.jobId).toBeDefined();
      expect(await press()).toMatchObject({ message: 'Your last action is still running.', data: null });
      await runUntilEmpty();
      const { message, data } = await press();
      expect([message, data]).toEqual([
        'Working on 501 orders',
        expect.objectContaining({ jobId: expect.any(String) }),
      ]);
      expect(await press()).toMatchObject({ message: 'Your last action is still being undone.', data: null });
      await runUntilEmpty();
      expect(await press()).toEqual(nothing);
    });
  },
  { MAIL_DELAY_S: '3600' },
);
