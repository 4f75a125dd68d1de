import { Choice } from '../../ui/fields/Choice.tsx'
import { SettingField } from '../fields/SettingField.tsx'
import { type CardForm, SettingsCard } from '../fields/SettingsCard.tsx'

const WEIGHTS = [
  { value: '1', label: 'Once' },
  { value: '1.5', label: '1.5 times' },
  { value: '2', label: 'Twice' },
  { value: '3', label: '3 times' },
  { value: 'always', label: 'Always first' },
]

export function OrderCard({ form }: { form: CardForm }) {
  return (
    <SettingsCard
      title="Order of Calling"
      about="For Call next on the Queue and Dispensary screens. Call always calls the patient of its row."
      form={form}
    >
      <Choice
        label="The waiting time of priority patients counts"
        options={WEIGHTS}
        value={form.values.orderWeight ?? ''}
        onChange={value => form.onEdit({ orderWeight: value })}
      />
      <SettingField
        form={form}
        setting="orderLimitMinutes"
        label="A patient who has waited longer than this many minutes goes first"
        inputMode="numeric"
      />
      <SettingField
        form={form}
        setting="missedCalls"
        label="A patient who missed a call returns after this many other calls"
        inputMode="numeric"
      />
    </SettingsCard>
  )
}
