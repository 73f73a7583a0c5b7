import { orderCalls } from 'shared/api/orderCalls';
import { sessionCalls } from 'shared/api/sessionCalls';
import type { Desk } from '../../e2e/startDesk.ts';
import { deskCaller } from '../deskCaller.ts';
import { at16, figures, sampleTogether, type Rate } from '../measure.ts';
import { timeLine, type Line } from '../report.ts';

/** Orders that remarks are written on, one after the other: on one alone they would wait for its lock. */
const remarkedOn = 200;

/** The call for an order and adding a remark, beside a call that reads only the session: their floor. */
export async function orderRates(desk: Desk): Promise<Line[]> {
  const call = await deskCaller(desk);
  const { data: rows } = await call(orderCalls.list, { orderName: 'completedOrder', limit: remarkedOn })();
  let turn = 0;
  const details = rows.map(({ order_id: orderId }) => call(orderCalls.details, { orderId }));
  const remarks = rows.map(({ order_id: orderId }) =>
    call(orderCalls.addRemark, {
      ...{ orderId, remark: 'Called back, all is well.', remarkerName: 'Ada Admin' },
      ...{ whatsapp: '', telephone: 'Y', statusRefund: '', voided: '', chargeBack: '' },
    }),
  );
  const next = (calls: readonly (() => Promise<unknown>)[]) => () => calls[(turn = (turn + 1) % calls.length)]!();
  const things = {
    order: next(details),
    session: call(sessionCalls.userInfo, {}),
  };
  const one = await sampleTogether(300, things);
  const many = await at16(things);
  const remark = await at16({ remark: next(remarks), session: things.session });
  return [
    timeLine('The call for an order, 1 connection', one.order, 'p50 ≤ 1.5 ms'),
    timeLine('The floor: a call that reads only the session, 1 connection', one.session),
    rateLine('The call for an order, 16 connections', many.order, '≥ 1,000 /s'),
    rateLine('The floor: a call that reads only the session, 16 connections', many.session),
    rateLine('Adding a remark, 16 connections', remark.remark, '≥ 1,200 /s'),
    rateLine('The floor: a call that reads only the session, 16 connections, beside remarks', remark.session),
  ];
}

const rateLine = (what: string, { perSecond, median, p95 }: Rate, aim?: string): Line => ({
  what,
  figure: `${Math.round(figures(perSecond).median).toLocaleString('en')} /s`,
  spread: `p50 ${median.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms`,
  aim,
});
