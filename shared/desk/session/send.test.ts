import { sessionCalls } from '../../api/sessionCalls.ts';
import { send } from './send.ts';
import { syncServerClock, serverNow } from './clock.ts';

afterEach(() => syncServerClock(new Response('', { headers: { Date: new Date().toUTCString() } })));

test('each response sets the server’s clock', async () => {
  const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
  const body = { status: 1, message: 'You', data: { id: 1, name: 'Ada Admin', email: 'ada@desk.test', type: 'Admin' } };
  const answer = new Response(JSON.stringify(body), { headers: { Date: inAnHour } });
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(answer);
  await send(sessionCalls.userInfo, {});
  expect(serverNow() - Date.now()).toBeGreaterThan(3_590_000);
});
