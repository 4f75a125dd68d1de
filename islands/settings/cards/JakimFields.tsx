import { useSignals } from '@preact/signals-react/runtime'
import { Trash2, Upload } from 'lucide-react'
import { useEffect, useState } from 'react'
import { describeSource, getTableAdvice } from '#domain/prayers/table-state'
import { JAKIM_ZONES } from '#domain/prayers/zone-districts'
import { Button } from '../../ui/buttons/Button.tsx'
import { FileButton } from '../../ui/buttons/FileButton.tsx'
import { useConfirm } from '../../ui/confirm/ConfirmDialog.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { useWatch } from '../../ui/hooks/use-watch.ts'
import { useForm } from '../fields/form.ts'
import { createPrayerTableModel } from './prayer-table-model.ts'

const ZONES = JAKIM_ZONES.map(([code, districts]) => [code, `${code}: ${districts}`] as const)

export function JakimFields() {
  if (useForm().isAdmin) return <ZoneAndTable />
  return (
    <>
      <Zone />
      <p className="field__hint prayer-note">
        Calculated, unless an administrator adds JAKIM's table.
      </p>
    </>
  )
}

function Zone({ found }: { found?: string | null }) {
  const { values, onEdit } = useForm()
  const byLocation = found ? `By the location: ${found}` : 'By the location'
  return (
    <Select
      label="Zone"
      options={[['', byLocation], ...ZONES]}
      value={values.prayerZone}
      onChange={prayerZone => onEdit({ prayerZone })}
    />
  )
}

function ZoneAndTable() {
  useSignals()
  const { values, isUnsaved } = useForm()
  const [model] = useState(createPrayerTableModel)
  const [dialog, ask] = useConfirm()
  useWatch(model.state)
  const isSaved = !isUnsaved('Prayer Times') && !isUnsaved('Location')
  useEffect(() => {
    if (isSaved) model.state.refetch().catch(() => {})
  }, [model, isSaved])
  const state = model.state.data.value
  const isBusy = model.busy.value.size > 0
  const askToRemove = () =>
    ask({
      title: "Remove JAKIM's table?",
      about: 'Prayer times are calculated from now on.',
      action: 'Remove table',
      onConfirm: model.remove,
    })
  const advice = state?.table ? getTableAdvice(state.table, state.today) : null
  return (
    <>
      <Zone found={isSaved && values.prayerZone === '' ? state?.zone : null} />
      <section className="prayer-table" aria-label="JAKIM's table" aria-busy={isBusy}>
        <p>{state ? describeSource(state) : 'Loading…'}</p>
        {advice && <p className="prayer-table__advice">{advice}</p>}
        <div className="row">
          <FileButton
            inputLabel="JAKIM's table"
            accept=".csv,.txt,.json,text/csv,application/json"
            disabled={!isSaved || isBusy || !state?.zone}
            onFiles={([file]) => file && model.add(file)}
          >
            <Upload size={18} aria-hidden />
            Add JAKIM's Table
          </FileButton>
          {state?.table && (
            <Button
              variant="quiet"
              disabled={isBusy}
              aria-label="Remove Table"
              onClick={askToRemove}
            >
              <Trash2 size={16} aria-hidden />
              Remove
            </Button>
          )}
        </div>
        {dialog}
        {model.problem.value && (
          <p className="field__problem" role="alert">
            {model.problem.value}
          </p>
        )}
        <p className="field__hint">
          {isSaved
            ? "The zone's times of a month or a year, as JAKIM's e‑solat gives them: CSV or JSON."
            : 'Save the zone before you add its table.'}
        </p>
      </section>
    </>
  )
}
