import { type ComponentType, createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { type IslandName, type IslandProps, islands } from '../../islands/registry.ts'

type Slot = { name: IslandName; props: object; prefix: string }

const components = new Map<IslandName, ComponentType<object>>()
let slots: Slot[] = []

let loading: Promise<void> | undefined

export function loadIslands() {
  loading ??= load()
  return loading
}

async function load() {
  for (const name of Object.keys(islands) as IslandName[]) {
    const { default: Component } = await islands[name]()
    // Safe: each island has its own props, and `Island` below matches name and props.
    components.set(name, Component as ComponentType<object>)
  }
}

export const NO_PROPS = undefined

export function Island<N extends IslandName>({ name, props }: { name: N; props: IslandProps<N> }) {
  const prefix = `${name}-${slots.length}-`
  const index = slots.push({ name, props: (props ?? {}) as object, prefix }) - 1
  return (
    <div
      className={`island island--${name}`}
      data-island={name}
      data-prefix={prefix}
      data-props={JSON.stringify(props ?? {})}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a placeholder, replaced by React's own markup
      dangerouslySetInnerHTML={{ __html: placeholder(index) }}
    />
  )
}

/** Renders the shell before its islands, because nested renderToString breaks the shell's hooks. */
export function renderWithIslands(render: () => string) {
  slots = []
  const html = render()
  const pageSlots = slots
  return {
    names: pageSlots.map(slot => slot.name),
    html: html.replace(/<!--island (\d+)-->/g, (_, index) =>
      renderIsland(pageSlots[Number(index)]),
    ),
  }
}

const placeholder = (index: number) => `<!--island ${index}-->`

function renderIsland(slot: Slot | undefined) {
  const Component = slot && components.get(slot.name)
  if (!Component) throw new Error(`island is not loaded: ${slot?.name}`)
  return renderToString(createElement(Component, slot.props), { identifierPrefix: slot.prefix })
}
