/** Event that saves or restores edits that no field shows, such as settings of other sections. */
export const DRAFTS = 'screen-drafts'

type Texts = Partial<Record<string, string>>
type Model = { value: Texts }
export type ModelDrafts = Record<string, Texts>
type DraftsDetail = { models: ModelDrafts; isSaving: boolean }

export function keepDrafts(name: string, drafts: Model) {
  function exchange(event: Event) {
    // Safe: only drafts.ts sends this event.
    const { models, isSaving } = (event as CustomEvent<DraftsDetail>).detail
    if (isSaving) models[name] = drafts.value
    else drafts.value = { ...models[name], ...drafts.value }
  }
  addEventListener(DRAFTS, exchange)
  return () => removeEventListener(DRAFTS, exchange)
}
