import { SettingsCard } from '../fields/SettingsCard.tsx'
import { ChoiceField } from '../fields/setting-fields.tsx'

const DAYS = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', '1 year'],
  ['all', 'For ever'],
] as const

export function PrivacyCard() {
  return (
    <SettingsCard
      title="Names"
      about="Every night names, priority reasons and typed reasons of older days are removed for good. Numbers, times and rooms stay for the reports."
    >
      <ChoiceField setting="keepNamesDays" label="Keep patients' names for" options={DAYS} />
      <p className="soft">
        Backups keep the names that they were made with for as long as they exist: the nightly ones
        of the last 7 days and of 4 weeks, those made by hand until there are 10 newer ones, copies
        in another place until you delete them. The folders before-restore in the data folder do
        too. A restored backup loses its old names before the first request.
      </p>
    </SettingsCard>
  )
}
