import { Palette } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { GradientPicker } from './GradientPicker.tsx'
import { GradientSwatch } from './GradientSwatch.tsx'
import './GradientButton.css'

type Props = { id?: string; label: string; value: string; onChange(value: string): void }

export function GradientButton({ id, label, value, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)

  function open({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    // Some browsers do not focus a clicked button, and the dialog returns the focus to it.
    currentTarget.focus()
    setOpen(true)
  }

  function apply(selected: string) {
    setOpen(false)
    onChange(selected)
  }

  return (
    <>
      <button
        id={id}
        type="button"
        className="gradient-button"
        aria-label={`${label}: Choose gradient`}
        aria-haspopup="dialog"
        title={value || undefined}
        onClick={open}
      >
        <GradientSwatch css={value} className="gradient-button__swatch" />
        <span className="gradient-button__words">
          <Palette size={16} aria-hidden />
          Choose gradient
        </span>
      </button>
      {isOpen && (
        <GradientPicker
          value={value}
          label={label}
          onApply={apply}
          onCancel={() => setOpen(false)}
        />
      )}
    </>
  )
}
