/** The lists of an order's declaration: the family, and what is brought (rules 10.7, 10.8). */
import type { DeclarationAnswers } from './orderDetails.ts';
import {
  asObject,
  countries,
  country,
  isBlank,
  lines,
  listOf,
  text,
  Wrong,
  yesNo,
  type FieldKind,
} from './intakeFields.ts';

type FamilyMember = DeclarationAnswers['familyMember'][number];

const familyFields: Record<keyof FamilyMember, FieldKind<string>> = {
  family_member_name: text(400),
  family_passport_number: text(40),
  family_nationality: country,
  family_other_nationalities: countries,
  family_relationship: text(100),
};

/** Flags of the first entry of `importingGoods`: which of the eight categories of goods are brought. */
export const goodsFlags: readonly string[] = [
  'Animalsoption',
  'narcoticssoption',
  'currencyoption',
  'foreignoption',
  'cigarettesoption',
  'purchaseoption',
  'importedgoodsoption',
  'goodoriginatingsoption',
];

export const familyMembers = listOf<FamilyMember>(
  readFamilyMember,
  `objects of ${Object.keys(familyFields).join(', ')}`,
  50,
);

export const importingGoods = listOf<Record<string, unknown>>(
  readGoods,
  `objects; ${goodsFlags.join(', ')} are yes or no, the details of the goods as the form names them`,
  100,
);

function readFamilyMember(value: unknown): FamilyMember | Wrong {
  const given = asObject(value);
  if (!given) return new Wrong('Must be an object');
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(familyFields, name));
  if (unknown !== undefined) return new Wrong('Has a field that there is not');
  const member: Record<string, string | null> = {};
  for (const [name, field] of Object.entries(familyFields)) {
    const read = isBlank(given[name]) ? null : field.read(trimmed(given[name]));
    if (read instanceof Wrong) return new Wrong(`${name}: ${read.text}`);
    member[name] = read;
  }
  return member as FamilyMember;
}

function readGoods(value: unknown): Record<string, unknown> | Wrong {
  const given = asObject(value);
  if (!given) return new Wrong('Must be an object');
  for (const flag of goodsFlags) {
    if (!isBlank(given[flag]) && yesNo.read(given[flag]) instanceof Wrong) return new Wrong(`${flag}: ${yesNo.says}`);
  }
  return detailFault(given, 0) ?? given;
}

const detail = lines(2_000);
const detailName = /^[A-Za-z][\w .-]{0,63}$/;
const deepestDetail = 3;

/** The details of goods come in many forms, so only what could not be kept is refused. Null: nothing is wrong. */
function detailFault(value: unknown, depth: number): Wrong | null {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return null;
  if (typeof value === 'string') {
    const read = detail.read(value);
    return read instanceof Wrong ? read : null;
  }
  if (depth > deepestDetail) return new Wrong('Is nested too deep');
  const entries = Object.entries(value as object);
  if (entries.length > 100) return new Wrong('Has too many details');
  for (const [name, one] of entries) {
    if (!Array.isArray(value) && !detailName.test(name)) return new Wrong('Has a field that there is not');
    const fault = detailFault(one, depth + 1);
    if (fault) return fault;
  }
  return null;
}

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value);
