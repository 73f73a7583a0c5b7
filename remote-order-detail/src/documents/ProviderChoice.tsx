import { mailProviders, type MailServiceProvider } from 'shared/api/fields';
import { SegmentedControl } from 'shared/kit';

const options = mailProviders.map((provider) => ({ value: provider, label: provider }));

interface ProviderChoiceProps {
  label: string;
  value: MailServiceProvider;
  onChange: (provider: MailServiceProvider) => void;
}

/** AWS or Sendgrid, chosen for each send. */
export function ProviderChoice({ label, value, onChange }: ProviderChoiceProps) {
  return <SegmentedControl label={label} options={options} value={value} onChange={onChange} />;
}
