import { useId, useState } from 'react'
import { Button } from '../../ui/buttons/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Tabs } from '../../ui/fields/Tabs.tsx'
import { CssCode } from './CssCode.tsx'
import { GradientSample, type Sample } from './GradientSample.tsx'
import {
  createPicker,
  getPickerProblem,
  type Picker,
  pickedGradient,
  previewedGradient,
  truncate,
  withCode,
} from './gradient-picker-state.ts'
import { PresetGradients } from './PresetGradients.tsx'
import { VisualBuilder } from './VisualBuilder.tsx'
import './GradientPicker.css'

type Props = {
  value: string
  label: string
  getSample?(css: string): Sample
  onApply(value: string): void
  onCancel(): void
}

export function GradientPicker({ value, label, getSample, onApply, onCancel }: Props) {
  const [picker, setPicker] = useState(() => createPicker(value))
  const title = useId()
  const picked = pickedGradient(picker)
  const previewed = previewedGradient(picker)
  const problem = getPickerProblem(picker)
  const editor = { picker, onChange: setPicker }
  const change = (next: Partial<Picker>) => setPicker(previous => ({ ...previous, ...next }))

  return (
    <Dialog className="gradient-picker" aria-labelledby={title} onClose={onCancel}>
      <header className="gradient-picker__head">
        <h2 id={title} className="dialog__title">
          {label}
        </h2>
        <GradientSample css={previewed} sample={getSample?.(previewed) ?? null} />
        <p className="gradient-picker__value ellipsis soft">
          {picked && <code data-tooltip={picked}>{truncate(picked)}</code>}
          <span role="status">{problem}</span>
        </p>
      </header>
      <Tabs
        label="Gradient type"
        selected={picker.tab}
        onSelect={tab => change({ tab })}
        tabs={[
          {
            name: 'presets',
            label: 'Preset Gradients',
            panel: (
              <PresetGradients
                selected={picker.css}
                onSelect={css => setPicker(previous => withCode(previous, css))}
              />
            ),
          },
          {
            name: 'custom',
            label: 'Custom Gradient',
            panel: (
              <Tabs
                label="Custom gradient editor"
                variant="pills"
                selected={picker.custom}
                onSelect={custom => change({ custom })}
                tabs={[
                  {
                    name: 'builder',
                    label: 'Visual Builder',
                    panel: <VisualBuilder {...editor} />,
                  },
                  { name: 'code', label: 'CSS Code', panel: <CssCode {...editor} /> },
                ]}
              />
            ),
          },
        ]}
      />
      <div className="dialog__actions">
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="primary" disabled={problem !== null} onClick={() => onApply(picked)}>
          Apply Gradient
        </Button>
      </div>
    </Dialog>
  )
}
