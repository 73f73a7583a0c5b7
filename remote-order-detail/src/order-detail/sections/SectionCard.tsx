import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import type { OrderDetails } from 'shared/api/orderDetails';
import { type Section, type SectionId, sections, yesCount } from 'shared/declaration/sections';
import { Card } from 'shared/kit';
import table from './HistoryTable.module.css';
import styles from './SectionCard.module.css';

interface SectionCardProps {
  id: SectionId;
  /** If set, the header counts the order's Yes answers instead of showing `actions`. */
  order?: OrderDetails;
  actions?: ReactNode;
  children: ReactNode;
}

export function SectionCard({ id, order, actions, children }: SectionCardProps) {
  return (
    <Card
      id={id}
      title={sections[id].title}
      actions={order ? <SectionTags section={sections[id]} order={order} /> : actions}
      padded={false}
      className={styles.card}
    >
      {children}
    </Card>
  );
}

function SectionTags({ section, order }: { section: Section; order: OrderDetails }) {
  const tag = section.tag?.(order);
  const yes = yesCount(section, order);
  return (
    <>
      {tag && <Tag>{tag}</Tag>}
      {yes > 0 && <Tag tone="warn">{yes} answered Yes</Tag>}
    </>
  );
}

interface HistoryTableProps {
  /** None: a table without headers. */
  columns: readonly { label: string; className?: string | undefined }[];
  caption?: ReactNode;
  className?: string | false | undefined;
  /** The rows. */
  children: ReactNode;
}

export function HistoryTable({ columns, caption, className, children }: HistoryTableProps) {
  return (
    <div className={className ? `${table.scroll} ${className}` : table.scroll}>
      <table className={`card-table ${table.table}`}>
        {caption}
        {columns.length > 0 && (
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.label} scope="col" className={column.className}>
                  {column.label}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

interface TagProps {
  tone?: 'plain' | 'quiet' | 'ok' | 'warn' | 'bad';
  icon?: LucideIcon;
  children: ReactNode;
}

export function Tag({ tone = 'plain', icon: Icon, children }: TagProps) {
  return (
    <span className={`tag ${styles.tag} ${styles[tone]}`}>
      {Icon && <Icon size={12} strokeWidth={2} aria-hidden />}
      {children}
    </span>
  );
}

export function NoRecord({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <p className={styles.none}>
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      <span>
        <b>No record found</b>. <span className={styles.why}>{children}</span>
      </span>
    </p>
  );
}

/** An email address that wraps before @. */
export function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf('@');
  if (at < 1) return email;
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}

export function LinkButton(props: Omit<ComponentProps<'button'>, 'type' | 'className'>) {
  return <button type="button" className={styles.link} {...props} />;
}
