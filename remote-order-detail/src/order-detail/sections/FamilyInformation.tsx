import { memo } from 'react';
import type { OrderDetails } from 'shared/api/orderDetails';
import { noAnswer } from 'shared/declaration/fact';
import { familyColumns, type FamilyColumn } from 'shared/declaration/facts';
import { BidiName } from 'shared/kit';
import { CopyButton } from './FactsSection.tsx';
import { HistoryTable, SectionCard } from './SectionCard.tsx';
import facts from './FactsSection.module.css';
import table from './HistoryTable.module.css';

type FamilyMember = OrderDetails['familyMember'][number];

const columns = familyColumns.map(({ label, under }) => ({ label, className: under && table.wide }));

/** The table of family members (rule 10.7). */
export const FamilyInformation = memo(function FamilyInformation({ family }: { family: readonly FamilyMember[] }) {
  return (
    <SectionCard id="family">
      <HistoryTable columns={columns}>
        {family.map((member, index) => (
          <FamilyRow key={index} member={member} />
        ))}
      </HistoryTable>
    </SectionCard>
  );
});

function FamilyRow({ member }: { member: FamilyMember }) {
  const [name, ...others] = familyColumns as readonly [FamilyColumn, ...FamilyColumn[]];
  return (
    <tr>
      <th scope="row">
        <FamilyValue column={name} member={member} />
        {others
          .filter(({ under, field }) => under && member[field])
          .map((column) => (
            <span key={column.field} className={table.under}>
              {column.label}: {member[column.field]}
            </span>
          ))}
      </th>
      {others.map((column) => (
        <td key={column.field} className={column.under && table.wide}>
          <FamilyValue column={column} member={member} />
        </td>
      ))}
    </tr>
  );
}

function FamilyValue({ column: { label, field, copy, mono }, member }: { column: FamilyColumn; member: FamilyMember }) {
  const text = member[field];
  if (!text) return <span className={facts.nothing}>{noAnswer}</span>;
  const whose = member.family_member_name;
  return (
    <span className={`${facts.text} ${mono ? facts.mono : table.anywhere}`}>
      <BidiName name={text} />
      {copy && <CopyButton text={text} what={whose ? `${label} of ${whose}` : label} />}
    </span>
  );
}
