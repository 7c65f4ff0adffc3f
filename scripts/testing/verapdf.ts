import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { installByApt } from "./browser.ts";
import { findProgram } from "./litestream-and-minio.ts";
import { runWithin } from "./programs.ts";

/** veraPDF, the checker of PDF/UA: one file of Maven Central that Java runs. */

const RELEASE = "1.28.2";
const COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy";

/** Finds veraPDF on the PATH, or makes a program of that name in `folder`, which is on the PATH. Returns whether it is there. */
export async function ensureVeraPdf(folder: string): Promise<boolean> {
  if (findProgram("verapdf")) return true;
  if (!findProgram("mvn") || !findProgram("java")) await installByApt("maven", "default-jre-headless");
  const artifact = `-Dartifact=org.verapdf.apps:greenfield-apps:${RELEASE}`;
  for (const attempt of ["first", "second"]) {
    console.log(`Installing veraPDF, ${attempt} attempt …`);
    if ((await runWithin(5, "mvn", ["-q", "-B", COPY, artifact, `-DoutputDirectory=${folder}`])) !== 0) continue;
    const jar = join(folder, `greenfield-apps-${RELEASE}.jar`);
    const start = `#!/bin/sh\nexec java -cp "${jar}" org.verapdf.apps.GreenfieldCliWrapper "$@"\n`;
    writeFileSync(join(folder, "verapdf"), start, { mode: 0o755 });
    break;
  }
  return findProgram("verapdf") !== undefined;
}
