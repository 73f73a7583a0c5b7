import { testDatabase } from '../testing/testDatabase.ts';
import { openDatabaseSink } from './openDatabaseSink.ts';

test('an import ends with a clear line when there is no room for more orders', async () => {
  const database = await testDatabase('embedded');
  const sink = openDatabaseSink(database, { forChanges: async () => false });
  const text = Buffer.from('{"order_id":"1"}');
  const portion = {
    orderIds: ['1'],
    bytes: text,
    ends: Uint32Array.of(text.length),
    lines: Uint32Array.of(1),
    rejected: [],
    repeated: 0,
  };
  await expect(sink.put(portion)).rejects.toThrow('The disk is almost full, so no more orders can be taken in.');
  await database.close();
});
