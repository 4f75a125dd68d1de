import { useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { CssCode } from './CssCode.tsx'
import { GradientSwatch } from './GradientSwatch.tsx'
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

type Props = { value: string; label: string; onApply(value: string): void; onCancel(): void }

/** Chooses or builds a gradient. Nothing is changed before Apply. */
export function GradientPicker({ value, label, onApply, onCancel }: Props) {
  const [picker, setPicker] = useState(() => createPicker(value))
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  const picked = pickedGradient(picker)
  const problem = getPickerProblem(picker)
  const change = (next: Partial<Picker>) => setPicker(before => ({ ...before, ...next }))

  // Closed before it is gone: only then the browser gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  return (
    <dialog
      ref={dialog}
      className="dialog gradient-picker"
      aria-labelledby={title}
      onCancel={onCancel}
    >
      <header className="gradient-picker__head">
        <h2 id={title} className="dialog__title">
          {label}
        </h2>
        <GradientSwatch css={previewedGradient(picker)} className="gradient-picker__preview" />
        <p className="gradient-picker__value">
          {picked && <code title={picked}>{truncate(picked)}</code>}
          <span role="status">{problem}</span>
        </p>
      </header>
      <Tabs
        label="Kind of gradient"
        open={picker.tab}
        onOpen={tab => change({ tab })}
        tabs={[
          {
            name: 'presets',
            label: 'Preset Gradients',
            panel: (
              <PresetGradients
                chosen={picker.css}
                onChoose={css => setPicker(before => withCode(before, css))}
              />
            ),
          },
          {
            name: 'custom',
            label: 'Custom Gradient',
            panel: (
              <Tabs
                label="Way to build it"
                look="pills"
                open={picker.custom}
                onOpen={custom => change({ custom })}
                tabs={[
                  {
                    name: 'builder',
                    label: 'Visual Builder',
                    panel: <VisualBuilder picker={picker} onChange={setPicker} />,
                  },
                  {
                    name: 'code',
                    label: 'CSS Code',
                    panel: <CssCode picker={picker} onChange={setPicker} />,
                  },
                ]}
              />
            ),
          },
        ]}
      />
      <div className="dialog__actions">
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          look="primary"
          disabled={problem !== null}
          title={problem ?? undefined}
          onClick={() => onApply(picked)}
        >
          Apply Gradient
        </Button>
      </div>
    </dialog>
  )
}
