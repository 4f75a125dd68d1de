import { isEnabled } from '#domain/settings-record'
import { Switch } from '../../ui/fields/Switch.tsx'
import { type CardForm, SettingsCard } from '../fields/SettingsCard.tsx'

export function FirstStepsCard({ form }: { form: CardForm }) {
  return (
    <SettingsCard
      title="First Steps"
      about="A list on the Dashboard for administrators: what a new clinic still has to do."
      form={form}
    >
      <Switch
        label="Show the first steps that are not done"
        isOn={isEnabled(form.values, 'showGettingStarted')}
        onChange={isOn => form.onEdit({ showGettingStarted: String(isOn) })}
      />
    </SettingsCard>
  )
}
