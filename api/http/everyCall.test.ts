import { allCalls } from 'shared/api/allCalls';
import type { Call, CallInput } from 'shared/api/call';
import { workBulkPortion } from '../orders/bulk/bulkJobs.ts';
import { addOrder } from '../testing/addOrder.ts';
import { intakeOrder } from '../testing/intakeOrder.ts';
import { mailedLink } from '../testing/mail/mailedLink.ts';
import { onBothDrivers } from '../testing/onOneDriver.ts';
import { pdfOf } from '../testing/pdf/pdfOf.ts';
import type { CallOptions } from '../testing/startTestApi.ts';

const intakeKey = 'the key of the tests';

// Most tests run on one driver, so this test makes each call on both. A call that needs a second connection within its
// transaction would hang on the embedded database, and the responses show whether both drivers read values alike.
onBothDrivers(
  (api, driver) => {
    test('every call works, and its response keeps the contract', async () => {
      const done = new Set<string>();
      async function call<C extends Call>(called: C, input: CallInput<C>, options: CallOptions = { as: 'Admin' }) {
        const { httpStatus, body } = await api().callApi(called, input, options);
        expect([called.path, httpStatus, httpStatus === 200 || body]).toEqual([called.path, 200, true]);
        done.add(`${called.method} ${called.path}`);
        return body;
      }
      const { context: appContext } = api();
      const file = () => new File([pdfOf()], 'declaration.pdf', { type: 'application/pdf' });

      const remote = { remote: 'remote-orders', version: '1.0.0-abc', kind: 'load' } as const;
      await call(allCalls.reportRemoteFailure, { ...remote, message: 'Loading chunk 8 failed' });

      // The intake.
      const taken = intakeOrder({ email: 'mere@example.com' });
      const orderId = taken.order_id;
      const byKey = { headers: { 'x-api-key': intakeKey } };
      await call(allCalls.takeInOrders, { orders: [taken] } as never, byKey);
      const payment = { order_id: orderId, paid_at: new Date().toISOString(), amount: '79.00', currency: 'NZD' };
      await call(allCalls.takeInPayments, { payments: [payment] } as never, byKey);

      // One order, its comments and its customer.
      await call(allCalls.assign, { orderId, assignto: 'Ada Admin' });
      await call(allCalls.addRemark, { orderId, remark: 'Called' });
      const snippet = await call(allCalls.saveSnippet, { title: 'A title', text: 'A text' });
      await call(allCalls.snippets, {});
      await call(allCalls.deleteSnippet, { id: snippet.data.id });
      await call(allCalls.askCustomer, { orderId, question: 'Which flight?', updatingStatus: 'Contact Customer' });
      await call(allCalls.site, { orderId }, {});
      const tracked = await call(allCalls.track, { orderId, email: 'mere@example.com' }, {});
      const customer = { token: tracked.data.token };
      await call(allCalls.sendMessage, { orderId, text: 'NZ 104' }, customer);
      await call(allCalls.handleMessages, { orderId });
      const { data: reply } = await call(allCalls.replyToCustomer, { orderId, text: 'Thank you.' });
      await call(allCalls.withdrawReply, { orderId, id: reply.id });
      const sending = { orderId, email: 'mere@example.com', mailServiceProvider: 'AWS' } as const;
      const { data: wrong } = await call(allCalls.upload, { ...sending, ...{ uploadVisaDoc: file() } });
      await call(allCalls.withdraw, { orderId, file1: wrong.file1 });
      const { data: uploaded } = await call(allCalls.upload, { ...sending, ...{ uploadVisaDoc: file() } });
      const again = await call(allCalls.resend, { ...sending, email: 'other@example.com' });
      // Cancelling the first mail does not withdraw the document, because the resent mail has it too.
      await call(allCalls.cancel, { mailId: uploaded.mailId });
      await call(allCalls.sendNow, { mailId: again.data.mailId });
      await call(allCalls.emailContent, { orderId });
      await call(allCalls.mailProviders, {});
      const moved = await call(allCalls.move, { orderId, updatingStatus: 'AwaitingGovt' });
      await call(allCalls.undo, { actionId: moved.data.actionId! });
      await call(allCalls.undoLatest, {});
      await call(allCalls.move, { orderId, updatingStatus: 'Completed' });
      const { mark } = await call(allCalls.downloadHistory, { orderId }, customer);
      await call(allCalls.follow, { orderId, mark }, customer);
      await call(allCalls.downloadDocument, { orderId, customername: 'customer', file1: uploaded.file1 }, customer);
      await call(allCalls.send, { orderId });

      // Disputes.
      const dispute = await addOrder(api(), { processStatus: 'Completed' });
      await call(allCalls.transactionDetails, { orderId: dispute, transactionId: 'txn_1', merchantName: 'Desk' });
      await call(allCalls.move, { orderId: dispute, updatingStatus: 'ChargeBack' });
      const pack = { orderId: dispute, defencePackType: 1 } as const;
      await call(allCalls.packReadiness, { orderId: dispute });
      await call(allCalls.packLetter, pack);
      await call(allCalls.packPdf, pack);
      await call(allCalls.disputes, {});

      // Lists and bulk actions.
      const others = [await addOrder(api()), await addOrder(api())];
      await call(allCalls.changeStatus, { orderId: others, permanentDeletedFlag: false, updatingStatus: 'Deleted' });
      await call(allCalls.restore, { orderId: others });
      await call(allCalls.nextOrder, { folderName: 'newOrder' }, { as: 'Team' });
      const refund = await addOrder(api(), { processStatus: 'Refunds' });
      await call(allCalls.completeRefund, { orderId: refund });
      const whole = await call(allCalls.move, { folderName: 'completedOrder', updatingStatus: 'AwaitingGovt' });
      const jobId = whole.data.jobId!;
      while (await workBulkPortion(appContext.database.db, { refundMailProvider: 'AWS', log: appContext.log }));
      expect((await call(allCalls.bulkProgress, { jobId })).data).toMatchObject({ state: 'done', refused: 0 });
      expect((await call(allCalls.jobs, {})).data).toMatchObject([{ jobId, folderName: 'completedOrder' }]);
      await call(allCalls.cancelBulk, { jobId });
      await call(allCalls.folderCounts, {});
      expect((await call(allCalls.list, { orderName: 'allOrder' })).total).toBeGreaterThan(3);
      const searched = { start: 0, end: 10, folderName: 'allOrder', searchVal: orderId } as const;
      expect((await call(allCalls.search, searched)).data.map((row) => row.order_id)).toEqual([orderId]);
      await call(allCalls.futureMonths, {});
      await call(allCalls.details, { orderId });
      await call(allCalls.timeline, { orderId });

      // The team and its settings.
      const { data: gateways } = await call(allCalls.gateways, {});
      await call(allCalls.activateGateway, { gatewayId: gateways.find(({ is_active }) => is_active === '0')!.id });
      await call(allCalls.countries, {});
      await call(allCalls.processedBy, {});
      const person = { name: 'Nobody Yet', email: 'nobody@demo.test', type: 'Team' } as const;
      const { data: added } = await call(allCalls.addMember, { ...person, password: '', sendLink: 'Y' });
      const { token } = await mailedLink(appContext.settings.dataDir, 1);
      await call(allCalls.checkPasswordLink, { token }, {});
      await call(allCalls.choosePassword, { token, password: 'long enough' }, {});
      await call(allCalls.updateMember, { ...person, password: '', tmId: added.id });
      await call(allCalls.teamMember, { id: added.id });
      await call(allCalls.team, {});
      await call(allCalls.teamRoles, {});
      await call(allCalls.login, { email: person.email, password: 'long enough' }, {});
      await call(allCalls.deleteMember, { teamMemberId: added.id });
      const session = { token: await api().signIn('Team') };
      await call(allCalls.userInfo, {}, session);
      await call(allCalls.changePassword, { newPassword: 'another one' }, session);
      await call(allCalls.logout, {}, { token: await api().signIn('Team') });

      const missing = Object.values<Call>(allCalls).filter(({ method, path }) => !done.has(`${method} ${path}`));
      expect([driver, missing.map(({ path }) => path)]).toEqual([driver, []]);
    });
  },
  { INTAKE_API_KEY: intakeKey, MAIL_DELAY_S: '3600' },
);
