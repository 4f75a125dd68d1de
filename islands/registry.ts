/** Every island by name. The server draws them, the browser wakes them. */
export const islands = {
  BackupsDesk: () => import('./management/BackupsDesk.tsx'),
  ChangePassword: () => import('./account/ChangePassword.tsx'),
  DashboardScreen: () => import('./dashboard/DashboardScreen.tsx'),
  DispensaryBoard: () => import('./dispensary/DispensaryBoard.tsx'),
  LoginCard: () => import('./login/LoginCard.tsx'),
  ManagementDesk: () => import('./management/ManagementDesk.tsx'),
  Notices: () => import('./shell/Notices.tsx'),
  PhoneSignIn: () => import('./phone/PhoneSignIn.tsx'),
  QueueBoard: () => import('./queue/QueueBoard.tsx'),
  RegisterDesk: () => import('./register/RegisterDesk.tsx'),
  SettingsDesk: () => import('./settings/SettingsDesk.tsx'),
  Sidebar: () => import('./shell/Sidebar.tsx'),
  UserDesk: () => import('./administration/UserDesk.tsx'),
}

export type IslandName = keyof typeof islands
type Component<N extends IslandName> = Awaited<ReturnType<(typeof islands)[N]>>['default']
export type IslandProps<N extends IslandName> = Parameters<Component<N>>[0]
