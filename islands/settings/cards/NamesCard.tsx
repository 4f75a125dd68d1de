import { Choice } from '../../ui/fields/Choice.tsx'
import { type CardForm, SettingsCard } from '../fields/SettingsCard.tsx'

const DAYS = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: 'all', label: 'For ever' },
]

export function NamesCard({ form }: { form: CardForm }) {
  return (
    <SettingsCard
      title="Names"
      about="Every night names, priority reasons and typed reasons of older days are removed for good. Numbers, times and rooms stay for the reports."
      form={form}
    >
      <Choice
        label="Keep patients' names for"
        options={DAYS}
        value={form.values.keepNamesDays ?? ''}
        onChange={value => form.onEdit({ keepNamesDays: value })}
      />
      <p className="soft">
        Backups keep the names that they were made with for as long as they exist: the nightly ones
        of the last 7 days and of 4 weeks, those made by hand until there are 10 newer ones, copies
        in another place until you delete them. The folders before-restore in the data folder do
        too. A restored backup loses its old names before the first request.
      </p>
    </SettingsCard>
  )
}
