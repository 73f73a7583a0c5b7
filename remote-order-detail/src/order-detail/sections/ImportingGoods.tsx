import { memo } from 'react';
import type { OrderDetails } from 'shared/api/orderDetails';
import { noAnswer } from 'shared/declaration/fact';
import { cellText, goodsBlocks, type GoodsBlock } from 'shared/declaration/goodsBlocks';
import { sections } from 'shared/declaration/sections';
import { BidiName } from 'shared/kit';
import { QuestionList } from './FactsSection.tsx';
import { SectionCard } from './SectionCard.tsx';
import styles from './ImportingGoods.module.css';
import table from './HistoryTable.module.css';

/** The goods: the eight categories with their answers, then a block of items for each (rules 10.8, 10.9). */
export const ImportingGoods = memo(function ImportingGoods({ order }: { order: OrderDetails }) {
  return (
    <SectionCard id="goods" order={order}>
      <QuestionList questions={sections.goods.questions} order={order} />
      {goodsBlocks(order).map((block) => (
        <ItemsBlock key={block.id} block={block} />
      ))}
    </SectionCard>
  );
});

function ItemsBlock({ block: { title, columns, items } }: { block: GoodsBlock }) {
  return (
    <div className={`${table.scroll} ${styles.block}`}>
      <table className={table.table}>
        <caption className={styles.title}>{title}</caption>
        {items.length > 0 && (
          <thead>
            <tr>
              {columns.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {items.length === 0 && (
            <tr>
              <td className={styles.empty}>No data available in table</td>
            </tr>
          )}
          {items.map((item, index) => (
            <tr key={index}>
              {columns.map((column) => (
                <td key={column.label} className={`${table.anywhere} ${styles.lines}`}>
                  <BidiName name={cellText(column, item) ?? noAnswer} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
