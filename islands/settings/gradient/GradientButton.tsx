import { type MouseEvent, useState } from 'react'
import { toastError } from '../../data/toasts.ts'
import { useOnDemand } from '../../ui/on-demand.ts'
import { describe } from '../../ui/tooltips/describe.ts'
import type { Sample } from './GradientSample.tsx'
import { GradientSwatch } from './GradientSample.tsx'

type Props = {
  label: string
  value: string
  getSample?(css: string): Sample
  onChange(value: string): void
}

const loadPicker = () => import('./GradientPicker.tsx').then(loaded => loaded.GradientPicker)

export function GradientButton({ label, value, getSample, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  const Picker = useOnDemand(loadPicker, { isWanted: isOpen, onFailure: giveUp })

  function open({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    // The dialog returns the focus to the button, but some browsers do not focus a clicked button.
    currentTarget.focus()
    setOpen(true)
  }

  function giveUp() {
    toastError('Error', 'The gradient picker could not be loaded. Please try again.')
    setOpen(false)
  }

  function apply(selected: string) {
    setOpen(false)
    onChange(selected)
  }

  return (
    <>
      <button
        type="button"
        className="color-input line gradient-button"
        aria-label={`${label}: Choose gradient`}
        aria-haspopup="dialog"
        aria-busy={isOpen && !Picker}
        {...describe(value)}
        onClick={open}
      >
        <GradientSwatch css={value} className="gradient-button__swatch" />
        <span className="color-input__value soft small">Choose gradient</span>
      </button>
      {isOpen && Picker && (
        <Picker {...{ value, label, getSample }} onApply={apply} onCancel={() => setOpen(false)} />
      )}
    </>
  )
}
