/** The floor plan. Routes are filled in below, grouped by audience and journey. */
export default { appDirectory: "app" };
