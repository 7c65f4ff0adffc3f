/** Commands as staff type them on the machine that runs the app in a container. */

/** The same command as it is typed on the machine whose container, called `loop` in the guide, runs the app. */
export function containerCommand(command: string): string {
  const isOne = /^npm run [a-z-]+$/.test(command);
  return `docker exec loop ${isOne ? command : `sh -c '${command}'`}`;
}

/**
 * A command of the app's folder, or for a shell, as it is typed on that machine while the container doesn't run; it is
 * started again after. Without single quotes.
 */
export function stoppedContainerCommand(command: string): string {
  return `docker stop loop; docker run --rm --volumes-from loop --network loop --env-file /etc/loop.env --entrypoint sh "$(docker inspect -f '{{.Config.Image}}' loop)" -c '${command}' && docker start loop`;
}
