import { expect, test } from 'bun:test'
import { renderToString } from 'react-dom/server'
import { GradientButton } from '../../../islands/settings/fields/color-fields.tsx'
import { GradientPicker } from '../../../islands/settings/gradient/GradientPicker.tsx'
import {
  createPicker,
  withAddedStop,
} from '../../../islands/settings/gradient/gradient-picker-state.ts'
import { VisualBuilder } from '../../../islands/settings/gradient/VisualBuilder.tsx'

const GOLD = 'linear-gradient(135deg, #fbbf24 0%, #f59e0b 100%)'
const noop = () => {}
const count = (html: string, part: string) => html.split(part).length - 1

const getSample = (background: string) => ({ background, text: '#ffffff', contrast: 4 })
const dialog = (value: string) =>
  renderToString(
    <GradientPicker {...{ value, getSample }} label="Header <b>" onApply={noop} onCancel={noop} />,
  )
const builder = (picker = createPicker(GOLD)) =>
  renderToString(<VisualBuilder picker={picker} onChange={noop} />)

test('the dialog has its tabs, sixteen presets in four groups and the shortened value', () => {
  const html = dialog(GOLD)
  for (const label of ['Preset Gradients', 'Custom Gradient', 'Visual Builder', 'CSS Code'])
    expect(html).toContain(`>${label}</button>`)
  for (const group of ['Ocean', 'Sunset', 'Cool', 'Warm'])
    expect(html).toContain(`>${group}</legend>`)
  expect(count(html, 'class="gradient-preset"')).toBe(16)
  expect(html).toContain(`data-tooltip="${GOLD}">linear-gradient(135deg, #fbbf24 0%, #f59…</code>`)
  expect(html).toContain('Header &lt;b&gt;')
})

test('every stop has its labels; two cannot be removed, ten are all', () => {
  let picker = createPicker(GOLD)
  const two = builder(picker)
  for (const label of ['Stop 2 color picker', 'Stop 2 color', 'Stop 2 position'])
    expect(two).toContain(`aria-label="${label}"`)
  expect(two).not.toContain('Remove')
  while (picker.stops.length < 9) picker = withAddedStop(picker)
  expect(count(builder(picker), 'aria-label="Remove stop')).toBe(9)
  expect(builder(picker)).not.toContain('disabled=')
  expect(builder(withAddedStop(picker))).toContain(
    'aria-disabled="true" data-tooltip="A gradient can have up to 10 colors"',
  )
})

test('only a gradient reaches the style of the button', () => {
  const button = (value: string) =>
    renderToString(<GradientButton {...{ value, getSample }} label="Header text" onChange={noop} />)
  expect(button(GOLD)).toContain(`style="background-image:${GOLD}"`)
  expect(button('url(https://example.org/x.png)')).not.toContain('style=')
  expect(button(GOLD)).toContain('aria-label="Header text: Choose gradient"')
})
