import { sql } from 'drizzle-orm';
import { folderNames, folders } from 'shared/rules/folders';
import { orders } from '../../db/schema/orders.ts';
import { onOneDriver } from '../../testing/onOneDriver.ts';
import { inFolder, folderColumns } from './listSql.ts';

onOneDriver((api) => {
  test.each(folderNames)(
    'an index holds %s in its order, so that its first page is read and not sorted',
    async (folder) => {
      const { by, direction } = folders[folder].sort;
      const order = sql.raw(`${by} ${direction}, order_id ${direction}`);
      const plan = await api().context.database.db.transaction(async (tx) => {
        // Otherwise the planner would scan the whole table, because it is small.
        for (const way of ['seqscan', 'bitmapscan', 'sort']) await tx.execute(sql.raw(`set local enable_${way} = off`));
        const { rows } = await tx.execute(sql`
        explain select * from ${orders} where ${inFolder(folder, 1, folderColumns)} order by ${order} limit 10`);
        return rows.map((row) => Object.values(row).join()).join('\n');
      });
      expect(plan).toContain('Index Scan');
      expect(plan).not.toContain('Sort');
    },
  );
});
