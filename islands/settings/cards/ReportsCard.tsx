import { Choice } from '../../ui/fields/Choice.tsx'
import { SettingField } from '../fields/SettingField.tsx'
import { type CardForm, SettingsCard } from '../fields/SettingsCard.tsx'

const READERS = [
  { value: 'admin', label: 'Administrators' },
  { value: 'staff', label: 'All staff' },
]

export function ReportsCard({ form }: { form: CardForm }) {
  return (
    <SettingsCard
      title="Reports"
      about="Reports show how many patients came, and how long they waited. They have no names."
      form={form}
    >
      <SettingField
        form={form}
        setting="waitTargetMinutes"
        label="Patients should be called within this many minutes"
        inputMode="numeric"
      />
      <Choice
        label="Who reads reports"
        options={READERS}
        value={form.values.reportsFor ?? ''}
        onChange={value => form.onEdit({ reportsFor: value })}
      />
    </SettingsCard>
  )
}
