/* Files that LLVM's runtime leaves behind. */
#pragma once

/* Removes those of the images that this process has loaded, now and once more when it ends. */
void tri_image_files_remove(void);
