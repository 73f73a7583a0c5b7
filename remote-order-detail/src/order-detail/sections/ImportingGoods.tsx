import { memo } from 'react';
import type { OrderDetails } from 'shared/api/orderDetails';
import { noAnswer, isYes } from 'shared/declaration/fact';
import { cellText, goodsBlocks, goodsFormName, goodsQuestions, type GoodsBlock } from 'shared/declaration/goods';
import { sections } from 'shared/declaration/sections';
import { BidiName } from 'shared/kit';
import { QuestionList } from './FactsSection.tsx';
import { HistoryTable, SectionCard } from './SectionCard.tsx';
import styles from './ImportingGoods.module.css';
import table from './HistoryTable.module.css';

const itemsOf = (block: GoodsBlock) => <ItemsBlock key={block.id} block={block} />;

/**
 * The goods, headed by their form's name: eight categories with answers, then the items of each (rules 10.8, 10.9).
 * Tables with neither a Yes nor items are folded with the No and missing answers.
 */
export const ImportingGoods = memo(function ImportingGoods({ order }: { order: OrderDetails }) {
  const brought = new Set(goodsQuestions.filter((question) => isYes(question, order)).map(({ field }) => field));
  const { open = [], folded = [] } = Object.groupBy(goodsBlocks(order), ({ id, items }) =>
    brought.has(id) || items.length > 0 ? 'open' : 'folded',
  );
  return (
    <SectionCard id="goods" order={order}>
      <h3 className={styles.form}>{goodsFormName}</h3>
      <QuestionList questions={sections.goods.questions} order={order} folded={folded.map(itemsOf)} />
      {open.map(itemsOf)}
    </SectionCard>
  );
});

function ItemsBlock({ block: { title, columns, items } }: { block: GoodsBlock }) {
  return (
    <HistoryTable
      columns={items.length > 0 ? columns : []}
      caption={<caption className={styles.title}>{title}</caption>}
      className={styles.block}
    >
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
    </HistoryTable>
  );
}
